/*
 * Adds to jsdom what it lacks of a browser: modal dialogs, popovers, media queries, scrolling and elements at
 * a point. Import it before any page.
 */
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});
Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {} });
Object.assign(Element.prototype, { scrollIntoView() {}, scroll() {} });
// No layout, so there is nothing anywhere. The tooltip of a list asks some time after the pointer has moved.
document.elementFromPoint = () => null;
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  });

export {};
