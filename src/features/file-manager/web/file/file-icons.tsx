import { drawIcon } from '#web/ui/icons.tsx'

export const EyeIcon = drawIcon(
  'M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12zM12 9a3 3 0 100 6 3 3 0 000-6z',
)
export const MoveIcon = drawIcon('M3.5 18.5v-13h6l2 2.5h9v10.5zM8 13.2h7M12.5 10.7l2.5 2.5-2.5 2.5')
export const UnpackIcon = drawIcon('M3.5 4.5h17V9h-17zM5 9v10.5h14V9M12 16.5v-5M9.5 13.5l2.5-2.5 2.5 2.5')
