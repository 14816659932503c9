import { drawIcon } from '#web/ui/icons.tsx'

export const LayersIcon = drawIcon('M12 3l9 4.5-9 4.5-9-4.5zM3 12l9 4.5 9-4.5M3 16.5L12 21l9-4.5')
export const LeafIcon = drawIcon(
  'M12 2.5c4.5 3.7 6 7 5.3 10.6-.6 3-2.6 5.2-5.3 6.4-2.7-1.2-4.7-3.4-5.3-6.4C6 9.5 7.5 6.2 12 2.5zM12 9v12.5',
)
