import sharp from 'sharp';

interface Picture {
  readonly width: number;
  readonly height: number;
}

const drawn = ({ width, height }: Picture) =>
  sharp({ create: { width, height, channels: 3, background: { r: 120, g: 40, b: 200 } } });

/** The place in the metadata of `taggedJpeg`. */
export const SECRET_PLACE = 'Secret garden';

/** Returns a JPEG in the wrong orientation, with metadata for its orientation and place. */
export const taggedJpeg = (size: Picture): Promise<Buffer> =>
  drawn(size)
    .withExif({ IFD0: { ImageDescription: SECRET_PLACE }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** Returns a PNG. */
export const png = (size: Picture): Promise<Buffer> => drawn(size).png().toBuffer();

/** Returns a PDF that file-type recognizes from its first bytes. */
export const pdf = (): Buffer =>
  Buffer.from('%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer <<>>\n%%EOF\n');
