import { showToast } from '../../ui/overlays/toast.ts'
import { checkConnection } from './connection.ts'

/** Shows a toast that an action failed because the server is unreachable; the page stays. */
export const showNoConnection = (what: string): void =>
  showToast({
    title: 'No connection to the server',
    description: `${what} Nothing on this page has been lost.`,
    variant: 'destructive',
  })

/** Opens another document if the server answers; otherwise this page stays, with a toast. */
export async function leaveTo(url: string): Promise<void> {
  if (await checkConnection()) window.location.assign(url)
  else showNoConnection('You can leave this page once the connection is back.')
}
