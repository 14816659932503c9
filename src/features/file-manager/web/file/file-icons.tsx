import { drawIcon } from '#web/ui/icons.tsx'

export const MoveIcon = drawIcon('M3.5 18.5v-13h6l2 2.5h9v10.5zM8 13.2h7M12.5 10.7l2.5 2.5-2.5 2.5')
