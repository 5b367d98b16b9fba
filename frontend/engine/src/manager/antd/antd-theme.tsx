import '@ant-design/v5-patch-for-react-19';
import ConfigProvider from 'antd/es/config-provider';
import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useTheme } from '#frontend/shell/theme/theme.ts';
import './inputs.css';
import type { ThemeConfig } from 'antd/es/config-provider/context';
import type { Locale } from 'antd/es/locale';
import theme from 'antd/es/theme';
import type { Language } from '#frontend/shell/i18n/languages.ts';

const nonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

interface AntdThemeProps {
  /** Rendered until antd's locale is loaded. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Provides antd's configuration: theme, locale, direction, and the CSP nonce for its styles. */
export function AntdTheme({ fallback, children }: AntdThemeProps) {
  return (
    <Suspense fallback={fallback}>
      <Themed>{children}</Themed>
    </Suspense>
  );
}

function Themed({ children }: { children: ReactNode }) {
  const { language, dir } = useLanguage();
  const { dark } = useTheme();
  const load = files[language];
  const locale = load && use(loadLocale(language, load));
  return (
    <ConfigProvider
      theme={themeFromPage(dark)}
      direction={dir}
      csp={{ nonce: nonce() }}
      // The scroll bar that antd draws for virtual lists has the colours of no theme; options are loaded by
      // the page.
      virtual={false}
      // A list in a popover would otherwise open behind it.
      getPopupContainer={(opener) => opener?.closest<HTMLElement>('[popover]') ?? document.body}
      {...(locale && { locale })}
    >
      {children}
    </ConfigProvider>
  );
}

/**
 * Wraps a component in antd's configuration. It suspends until antd's locale is loaded. Pages and parts of
 * extensions use it, because without the nonce the browser would block the styles of antd's components.
 */
export function withTheme<Props extends object>(Inner: ComponentType<Props>): ComponentType<Props> {
  return function ThemedComponent(props: Props) {
    return (
      <Themed>
        <Inner {...props} />
      </Themed>
    );
  };
}

const pixelsPerRem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * Returns antd's theme, derived from the page's CSS variables (frontend/engine/src/shell/theme/tokens.css),
 * so that its inputs match the other pages in either theme and at any text size. Call it again when the theme
 * changes.
 */
function themeFromPage(dark: boolean): ThemeConfig {
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
      fontSize: pixels('--text-manager'),
      fontFamily: read('--font-text'),
    },
  };
}

type LoadLocale = () => Promise<{ default: object }>;

/**
 * The texts of antd's components. English is built in; the others are the product's, because antd has no
 * Swahili, and its French and Arabic lack texts and have mistakes.
 */
const files: Readonly<Record<Language, LoadLocale | undefined>> = {
  en: undefined,
  fr: () => import('./fr.json'),
  ar: () => import('./ar.json'),
  sw: () => import('./sw.json'),
};

const loaded = new Map<Language, Promise<Locale>>();

/**
 * Loads antd's locale of a language once. React reads the result of a promise that it knows without waiting.
 */
function loadLocale(language: Language, load: LoadLocale): Promise<Locale> {
  const loading = loaded.get(language);
  if (loading) return loading;
  const locale = load().then((file) => file.default as Locale);
  loaded.set(language, locale);
  locale.catch(() => loaded.delete(language));
  return locale;
}
