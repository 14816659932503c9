import { useRouter } from '@tanstack/react-router'

/** Makes the address of a call that a link opens, for whomever the page works; also while the server draws it. */
export function useCallAddress(): (path: string) => string {
  const { basepath } = useRouter()
  return (path) => (basepath === '/' ? path : basepath + path)
}
