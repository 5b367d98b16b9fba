import type { LucideIcon } from 'lucide-react';

/**
 * The icons that resources.config.ts names, by resource. The bundler replaces this module with exactly these
 * icons (frontend/engine/src/build/resource-icons.ts), because an import by name would load all icons.
 */
export const resourceIcons: Readonly<Record<string, LucideIcon>> = {};
