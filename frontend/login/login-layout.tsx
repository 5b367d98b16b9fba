import { Outlet } from 'react-router';
import { LanguageSelect, ThemeSelect } from '../session/preferences.tsx';
import { LoginFrame } from './login-frame.tsx';

/** The pages of signing in, with the choices that a stranger may want below. */
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
