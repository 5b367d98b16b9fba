import type { ThemeConfig } from 'antd/es/config-provider/context';
import theme from 'antd/es/theme';

const pixelsPerRem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * Returns antd's theme, derived from the page's CSS variables (frontend/engine/src/shell/theme/tokens.css), so that its inputs
 * match the other pages in either theme and at any text size. Call it again when the theme changes.
 */
export function themeFromPage(dark: boolean): ThemeConfig {
  const page = getComputedStyle(document.documentElement);
  const read = (name: string) => page.getPropertyValue(name).trim();
  const pixels = (name: string) => Number.parseFloat(read(name)) * pixelsPerRem();
  // inputs.css draws the focus ring of all pages.
  const ringless = { activeShadow: 'none', errorActiveShadow: 'none', warningActiveShadow: 'none' };
  // After a tap, an element counts as hovered until the next one.
  const hovered = matchMedia('(hover: hover)').matches ? read('--accent') : read('--line-strong');
  const borders = { hoverBorderColor: hovered, activeBorderColor: read('--accent') };
  return {
    // In CSS variable mode, antd would insert a style tag without the nonce that the content security policy
    // requires.
    cssVar: false,
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    components: {
      Form: {
        itemMarginBottom: 1.25 * pixelsPerRem(),
        labelFontSize: pixels('--text-s'),
        verticalLabelPadding: `0 0 ${0.375 * pixelsPerRem()}px`,
      },
      Input: { ...borders, ...ringless },
      Select: {
        ...borders,
        activeOutlineColor: 'transparent',
        optionSelectedBg: read('--accent-soft'),
        optionSelectedColor: read('--accent'),
        optionActiveBg: read('--surface-sunken'),
        optionPadding: `${0.5 * pixelsPerRem()}px ${0.75 * pixelsPerRem()}px`,
        multipleItemBg: read('--surface-sunken'),
        multipleItemBorderColor: read('--line'),
      },
    },
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
      borderRadiusSM: pixels('--radius-s'),
      borderRadiusLG: pixels('--radius-m'),
      boxShadowSecondary: `0 0 0 1px ${read('--line')}, ${read('--shadow-m')}`,
      motionDurationMid: '160ms',
      motionDurationSlow: '160ms',
      fontSize: pixelsPerRem(),
      fontFamily: read('--font-text'),
    },
  };
}
