import type { ManagerSlots } from '@bindery/contract/api/extend/pages.ts';

export default { cover: 'manager/cover.tsx', inPanels: ['cover'] } satisfies ManagerSlots;
