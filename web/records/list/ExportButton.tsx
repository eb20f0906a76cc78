import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { Endpoint } from '../../../contract/api/endpoint.ts'
import { call } from '../../client/api.ts'
import { toast } from '../../ui/toast.tsx'

/** Takes the filtered list out of Lantern as a file. */
export function ExportButton({
  endpoint,
  query,
  total,
}: {
  endpoint: Endpoint & Required<Pick<Endpoint, 'download'>>
  /** The list's filter and order, as it is shown. */
  query: object
  /** How many are shown; undefined while that is not known. */
  total: number | undefined
}) {
  const [exporting, setExporting] = useState(false)

  async function exportList() {
    if (exporting) return
    if (total === 0) return toast.error('No data to export')
    setExporting(true)
    try {
      const answer = await call(endpoint, { query })
      download(await answer.blob(), endpoint.download.filename)
    } catch {
      toast.error('Export failed')
    } finally {
      setExporting(false)
    }
  }

  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      aria-busy={exporting}
      onClick={exportList}
    >
      {exporting ? 'Exporting…' : 'Export'}
    </Button>
  )
}

/** Hands a file to the browser's downloads. */
function download(content: Blob, filename: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  document.body.append(link)
  link.click()
  link.remove()
  // Only after the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
