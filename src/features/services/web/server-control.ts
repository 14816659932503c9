import { useEffect, useRef, useState } from 'react'
import { trpc } from '#web/trpc.ts'
import { showToast } from '#web/ui/toast.ts'
import { autoRestartText, restartingMs, texts } from './server-texts.ts'

/** What can be done to a server, each with its toasts. Changes are read again when the call has settled. */
export function useServerControl() {
  const utils = trpc.useUtils()
  const [isRestarting, setRestarting] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onSettled = () => utils.servers.invalidate()
  const showStored = () => {
    setRestarting(false)
    void utils.servers.invalidate()
  }
  const restart = trpc.servers.restart.useMutation({
    meta: { failure: texts.restartFailed },
    onSuccess: () => {
      setRestarting(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(showStored, restartingMs)
      showToast({ title: texts.restarted, description: texts.restartedText })
    },
    onSettled,
  })
  const start = trpc.servers.start.useMutation({
    meta: { failure: 'Start Failed' },
    onSuccess: () => showToast({ title: 'Server Started', description: 'Your site is back online.' }),
    onSettled,
  })
  const stop = trpc.servers.stop.useMutation({
    meta: { failure: 'Stop Failed' },
    onSuccess: () =>
      showToast({ title: 'Server Stopped', description: 'Your site is offline until you start it again.' }),
    onSettled,
  })
  const settings = trpc.servers.settings.useMutation({
    meta: { failure: texts.settingsFailed },
    onSuccess: ({ autoRestart }) =>
      showToast({ title: 'Settings Updated', description: autoRestartText(autoRestart) }),
    onSettled,
  })
  const setDomain = trpc.servers.setDomain.useMutation({
    meta: { failure: 'The domain could not be changed' },
    onSuccess: ({ domain }) =>
      showToast(
        domain
          ? { title: 'Domain set', description: domain }
          : { title: 'Domain removed', description: 'Your site answers at its address on the portal only.' },
      ),
    onSettled,
  })
  return { isRestarting, restart, start, stop, settings, setDomain }
}

export type ServerControl = ReturnType<typeof useServerControl>
