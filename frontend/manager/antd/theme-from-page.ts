import type { ThemeConfig } from 'antd/es/config-provider/context';
import theme from 'antd/es/theme';

const pixelsPerRem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * antd's theme, read from the page's own CSS variables (frontend/theme/tokens.css), so that its inputs look like
 * those of the light pages in either theme and at any size of text. Read anew when the theme changes.
 */
export function themeFromPage(dark: boolean): ThemeConfig {
  const page = getComputedStyle(document.documentElement);
  const read = (name: string) => page.getPropertyValue(name).trim();
  const pixels = (name: string) => Number.parseFloat(read(name)) * pixelsPerRem();
  return {
    // As variables, antd would write them into the page without the nonce that our content security policy wants.
    cssVar: false,
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    components: { Form: { itemMarginBottom: 1.75 * pixelsPerRem() } },
    token: {
      colorPrimary: read('--accent'),
      colorLink: read('--accent'),
      colorError: read('--danger'),
      colorSuccess: read('--success'),
      colorWarning: read('--warning'),
      colorText: read('--ink'),
      colorTextSecondary: read('--ink-soft'),
      colorTextDescription: read('--ink-soft'),
      colorTextPlaceholder: read('--ink-soft'),
      colorTextQuaternary: read('--ink-soft'),
      colorBgContainer: read('--surface'),
      colorBgElevated: read('--surface'),
      colorBorder: read('--line-strong'),
      colorPrimaryHover: read('--accent-hover'),
      controlItemBgActive: read('--accent-soft'),
      controlItemBgHover: read('--surface-sunken'),
      controlHeight: pixels('--target'),
      borderRadius: pixels('--radius-m'),
      fontSize: pixelsPerRem(),
      fontFamily: read('--font-text'),
    },
  };
}
