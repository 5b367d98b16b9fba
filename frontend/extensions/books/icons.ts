import { BookOpen } from 'lucide-react';
import type { ExtensionIcons } from '../../manager/extensions.ts';

export default { resource: BookOpen } satisfies ExtensionIcons;
