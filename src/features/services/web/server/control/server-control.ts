import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { siteName } from '#shared/names/site-name.ts'
import { useTRPC } from '#web/trpc.ts'
import { showToast } from '#web/ui/overlays/toast.ts'
import { autoRestartText, restartingMs, texts } from '../server-texts.ts'

/** Server commands, each with its toasts. Server queries are refetched when a call has settled. */
export function useServerControl() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [isRestarting, setRestarting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onSettled = () => queryClient.invalidateQueries(trpc.servers.pathFilter())
  const showStored = () => {
    setRestarting(false)
    void onSettled()
  }
  const restart = useMutation(
    trpc.servers.restart.mutationOptions({
      meta: { failure: texts.restartFailed },
      onSuccess: () => {
        setRestarting(true)
        clearTimeout(timer.current)
        timer.current = setTimeout(showStored, restartingMs)
        showToast({ title: texts.restarted, description: texts.restartedText })
      },
      onSettled,
    }),
  )
  const start = useMutation(
    trpc.servers.start.mutationOptions({
      meta: { failure: 'Start Failed' },
      onSuccess: () => showToast({ title: 'Server Started', description: 'Your site is back online.' }),
      onSettled,
    }),
  )
  const stop = useMutation(
    trpc.servers.stop.mutationOptions({
      meta: { failure: 'Stop Failed' },
      onSuccess: () =>
        showToast({ title: 'Server Stopped', description: 'Your site is offline until you start it again.' }),
      onSettled,
    }),
  )
  const settings = useMutation(
    trpc.servers.settings.mutationOptions({
      meta: { failure: texts.settingsFailed },
      onSuccess: ({ autoRestart }) =>
        showToast({ title: 'Settings Updated', description: autoRestartText(autoRestart) }),
      onSettled,
    }),
  )
  const setName = useMutation(
    trpc.servers.setName.mutationOptions({
      meta: { failure: 'The site could not be renamed' },
      onSuccess: (service) => showToast({ title: 'Site renamed', description: siteName(service) }),
      onSettled,
    }),
  )
  const setDomain = useMutation(
    trpc.servers.setDomain.mutationOptions({
      meta: { failure: 'The domain could not be changed' },
      onSuccess: ({ domain }) =>
        showToast(
          domain
            ? { title: 'Domain set', description: domain }
            : {
                title: 'Domain removed',
                description: 'Your site is now available only at its portal address.',
              },
        ),
      onSettled,
    }),
  )
  /** Ignores a second press in the same frame, before the button is disabled. */
  const once = <M extends typeof restart | typeof start>(change: M) => ({
    ...change,
    mutate: (input: { id: string }) =>
      queryClient.isMutating({ mutationKey: trpc.servers.pathKey() }) || change.mutate(input),
  })
  return { isRestarting, restart: once(restart), start: once(start), stop, settings, setDomain, setName }
}

export type ServerControl = ReturnType<typeof useServerControl>
