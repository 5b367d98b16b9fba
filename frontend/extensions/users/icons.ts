import { Users } from 'lucide-react';
import type { ExtensionIcons } from '../../manager/extensions.ts';

export default { resource: Users } satisfies ExtensionIcons;
