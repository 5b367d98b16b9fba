import type { ManagerSlots } from '#contract/extend/pages.ts';

export default { cover: 'manager/cover.tsx', inPanels: ['cover'] } satisfies ManagerSlots;
