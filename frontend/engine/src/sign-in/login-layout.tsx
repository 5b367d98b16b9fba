import { Outlet } from 'react-router';
import { LanguageSelect, ThemeSelect } from '#frontend/shell/session/preferences.tsx';
import { LoginFrame } from './login-frame.tsx';

/** Layout of the sign-in routes, with the language and theme selects below. */
export function Component() {
  const preferences = (
    <>
      <LanguageSelect />
      <ThemeSelect />
    </>
  );
  return (
    <LoginFrame below={preferences}>
      <Outlet />
    </LoginFrame>
  );
}
