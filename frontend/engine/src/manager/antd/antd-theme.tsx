import '@ant-design/v5-patch-for-react-19';
import ConfigProvider from 'antd/es/config-provider';
import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import { useLanguage } from '#frontend/shell/i18n/use-language.ts';
import { useTheme } from '#frontend/shell/theme/theme.ts';
import { knownLocale, loadLocale } from './locale.ts';
import { themeFromPage } from './theme-from-page.ts';
import './inputs.css';

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
  const known = knownLocale(language);
  // Without waiting if possible, because React shows a placeholder for at least 300 ms.
  const locale = known.isKnown ? known.locale : use(loadLocale(language));
  return (
    <ConfigProvider
      theme={themeFromPage(dark)}
      direction={dir}
      csp={{ nonce: nonce() }}
      // The scroll bar that antd draws for virtual lists has the colours of no theme; options are loaded by the page.
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
