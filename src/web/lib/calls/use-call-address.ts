import { useRouter } from '@tanstack/react-router'

/** Builds the URL of a call that a link opens, for the account the page acts for; also in a server render. */
export function useCallAddress(): (path: string) => string {
  const { basepath } = useRouter()
  return (path) => (basepath === '/' ? path : basepath + path)
}
