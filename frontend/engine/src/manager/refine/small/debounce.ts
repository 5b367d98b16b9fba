/**
 * Returns a debounced function. Replaces lodash's `debounce` for Refine's automatically saving form, which our forms do
 * not use, but which Refine's form creates.
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
