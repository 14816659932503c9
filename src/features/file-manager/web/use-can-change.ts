import { useViewer } from '#web/viewer.ts'

/** Whether the user may change files: viewers of another customer's service may only read. */
export const useCanChange = (): boolean => useViewer()?.actingFor?.role !== 'viewer'
