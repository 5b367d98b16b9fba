import { Tags } from 'lucide-react';
import type { ExtensionIcons } from '../../manager/extensions.ts';

export default { resource: Tags } satisfies ExtensionIcons;
