/**
 * Loads the images of the page that have failed again, when the network is back and when the user returns to
 * the page: no browser does so by itself.
 */
export function reloadFailedImages(): void {
  const reload = () => {
    // Images that wait until they are in view are not complete.
    for (const image of document.images) if (image.complete && image.naturalWidth === 0) image.src += '';
  };
  addEventListener('online', reload);
  document.addEventListener('visibilitychange', reload);
}
