import type { LucideIcon } from 'lucide-react';

/**
 * The icons that entries of resources.config.ts name, by resource. The bundler puts just these in the place of this
 * module (frontend/engine/src/build/resource-icons.ts), because an import by name would load all of them.
 */
export const resourceIcons: Readonly<Record<string, LucideIcon>> = {};
