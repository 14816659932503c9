import { getRouteApi } from '@tanstack/react-router'
import { FilesPlaceProvider } from './files-place.tsx'
import { FilesScreen } from './files-screen.tsx'

const route = getRouteApi('/signed-in/shell/files')

/** The files of all sites. */
export function FilesPage() {
  const { dialog, ...search } = route.useSearch()
  return (
    <FilesPlaceProvider value={{ search }}>
      <FilesScreen dialog={dialog} />
    </FilesPlaceProvider>
  )
}
