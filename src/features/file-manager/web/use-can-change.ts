import { useViewer } from '#web/viewer.ts'

/** Whether the files may be changed: somebody who only views the service of another reads them. */
export const useCanChange = (): boolean => useViewer()?.actingFor?.role !== 'viewer'
