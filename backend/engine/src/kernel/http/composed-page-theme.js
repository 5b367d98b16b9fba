/* Chooses the theme that the pages have, before anything is drawn. Runs in the browser, as it is. */

const chosenTheme = (() => {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null;
  }
})();
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

function applyTheme() {
  const isDark = chosenTheme === 'dark' || (chosenTheme !== 'light' && systemIsDark.matches);
  document.documentElement.classList.toggle('dark', isDark);
}

applyTheme();
systemIsDark.addEventListener('change', applyTheme);
