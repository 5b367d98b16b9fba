import type { ManagerSlots } from '@bindery/frontend/pages';

export default { cover: 'manager/cover.tsx', inPanels: ['cover'] } satisfies ManagerSlots;
