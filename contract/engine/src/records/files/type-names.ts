/** Names of types that users know better than the media type. */
const KNOWN: Readonly<Record<string, string>> = {
  'text/plain': 'TXT',
  'application/msword': 'DOC',
  'application/vnd.ms-excel': 'XLS',
  'application/vnd.ms-powerpoint': 'PPT',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PPTX',
  'application/vnd.oasis.opendocument.text': 'ODT',
  'application/vnd.oasis.opendocument.spreadsheet': 'ODS',
  'application/vnd.oasis.opendocument.presentation': 'ODP',
  'application/epub+zip': 'EPUB',
  'audio/mpeg': 'MP3',
};

/** Returns readable names of media types: `image/jpeg` → "JPEG". */
export const typeNames = (types: readonly string[]): string =>
  types.map((type) => KNOWN[type] ?? type.slice(type.indexOf('/') + 1).toUpperCase()).join(', ');
