import { useMedia } from '#frontend/shell/browser/use-media.ts';

/**
 * Returns whether the window is as narrow as a phone, where a row has two lines. Paper never counts as
 * narrow.
 */
export const usePhone = (): boolean => useMedia('screen and (width < 768px)');
