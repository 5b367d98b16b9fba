import { type Listener, listen } from '#backend/kernel/http/listener.ts';
import { loadSettings, type Settings } from '#backend/kernel/settings/settings.ts';
import { configureLogger } from '#backend/logging/logger.ts';

/** The first result of a start. */
export interface Opened {
  readonly settings: Settings;
  readonly port: Listener;
}

/**
 * Reads the settings and opens the port. Loads before the rest of the product, which takes a second of CPU
 * time, to report invalid settings and a port in use at once. Throws a SettingsError, or the port's error.
 */
export async function openPort(): Promise<Opened> {
  const settings = loadSettings();
  configureLogger({ level: settings.logLevel, isReadable: settings.isLocal });
  return { settings, port: await listen(settings) };
}
