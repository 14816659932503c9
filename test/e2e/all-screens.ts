import { plainScreens } from './routes.ts'
import { screens } from './screens.ts'

/** Every page and every state of one. */
export const allScreens = [...screens, ...plainScreens(screens)]

/** From the narrowest phone to a small desktop, with both sides of each breakpoint. */
export const widths = [320, 390, 600, 768, 900, 1024, 1280]
