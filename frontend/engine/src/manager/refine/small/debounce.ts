/**
 * Returns a function that runs when it has not been called for a while, in the place of lodash's `debounce`, for the form
 * that saves by itself: no form of ours does, but Refine's form prepares it.
 */
export default function debounce<Args extends unknown[]>(run: (...args: Args) => void, wait: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: Args | undefined;
  const cancel = () => {
    clearTimeout(timer);
    last = undefined;
  };
  const flush = () => {
    const args = last;
    cancel();
    if (args) run(...args);
  };
  const debounced = (...args: Args) => {
    clearTimeout(timer);
    last = args;
    timer = setTimeout(flush, wait);
  };
  return Object.assign(debounced, { cancel, flush });
}
