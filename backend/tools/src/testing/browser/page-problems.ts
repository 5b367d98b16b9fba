/** The language and theme that a page shows. */
export interface Head {
  readonly language: string;
  readonly direction: string;
  readonly theme: string;
  readonly title: string;
}

/** Runs in a page, and returns its language and theme. */
export function readHead(): Head {
  const { lang, dir, className } = document.documentElement;
  return {
    language: lang,
    direction: dir,
    theme: className,
    title: document.title.replaceAll(/[\u2068\u2069]/g, ''),
  };
}

/** The problems of a page; all are empty in a complete one. */
interface PageProblems {
  /** Visible translation keys, whose text is missing. */
  readonly missingTexts: readonly string[];
  /** Elements that scroll horizontally. */
  readonly tooWide: readonly string[];
  /** Targets smaller than 44 px, except links within a text and those that only a keyboard reaches. */
  readonly smallTargets: readonly string[];
  /** The width of the page with doubled text size, if it is wider than the screen. */
  readonly widthOfLargeText: number | undefined;
}

/** A screen, and what to check on it. */
interface Screen {
  readonly width: number;
  /** Whether only widths are checked: the others depend little on the screen, and take most of the time. */
  readonly onlyWidth?: boolean;
  /** Whether to check the page with doubled text size too. */
  readonly doublesText?: boolean;
}

/**
 * Runs in a page, and returns its problems on a screen. One function checks all of them, because each call
 * into a page is expensive. It must not use anything outside of itself.
 */
export function findProblems({
  width: screen,
  onlyWidth = false,
  doublesText = false,
}: Screen): PageProblems {
  const page = document.documentElement;
  const all = [...document.querySelectorAll('body *')];

  const missingTexts = () => {
    const shown = [document.title, document.body.innerText];
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        shown.push(element.getAttribute(name) ?? '');
    return shown.join('\n').match(/\b(common|login|app|account|manager|errors)(\.\w+)+/g) ?? [];
  };

  const smallTargets = () =>
    [...document.querySelectorAll('a[href], button, input, select, summary')]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        const isInText = getComputedStyle(element).display === 'inline';
        const isForKeyboard = element.getAttribute('href')?.startsWith('#');
        const isHidden = width <= 1 || element.closest('label');
        return Math.min(width, height) < 43.5 && !isInText && !isForKeyboard && !isHidden;
      })
      .map((element) => element.outerHTML.slice(0, 120));

  // Compares with the width of the screen, because a phone zooms out a page that is too wide. A list with
  // many columns scrolls in its frame, which has a label; on a phone it has no columns.
  const tooWide = () => {
    const isPhone = screen < 768;
    const within = all.filter(
      (element) =>
        element.scrollWidth > element.clientWidth &&
        /auto|scroll/.test(getComputedStyle(element).overflowX) &&
        !(element.hasAttribute('data-overflows') && !(isPhone && element.querySelector('table'))),
    );
    const isTooWide = page.scrollWidth > screen;
    const beyond = isTooWide ? all.filter((element) => element.getBoundingClientRect().width > screen) : [];
    return [...new Set([...(isTooWide ? [page] : []), ...within, ...beyond])].map(
      (element) => `${element.scrollWidth} px: ${element.outerHTML.slice(0, 120)}`,
    );
  };

  const widthOfLargeText = () => {
    page.style.setProperty('font-size', '200%');
    const width = page.scrollWidth;
    page.style.removeProperty('font-size');
    return width > screen ? width : undefined;
  };

  return {
    missingTexts: onlyWidth ? [] : missingTexts(),
    tooWide: tooWide(),
    smallTargets: onlyWidth ? [] : smallTargets(),
    widthOfLargeText: doublesText ? widthOfLargeText() : undefined,
  };
}
