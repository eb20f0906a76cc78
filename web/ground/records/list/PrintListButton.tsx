import { IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { PrintSheet } from '../../ui/print/PrintSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { ownWords } from './refused-list.ts'

/** Puts the whole filtered list on paper. */
export function PrintListButton<Row>({
  nothing,
  readRows,
  children,
}: {
  /** Said where there is nothing to print: 'No patient data to print' */
  nothing: string
  /** The whole list, from the server. */
  readRows: () => Promise<Row[]>
  /** The print. */
  children: (rows: Row[]) => ReactNode
}) {
  const [printed, setPrinted] = useState<Row[]>()

  async function print() {
    toast.forgetFailure()
    try {
      const rows = await readRows()
      if (rows.length === 0) toast.error(nothing)
      else setPrinted(rows)
    } catch (error) {
      toast.error(
        ownWords(error) ?? `The list could not be printed. ${error instanceof Error ? error.message : ''}`,
      )
    }
  }

  return (
    <>
      <BusyButton label="Print" busyLabel="Preparing…" icon={IconPrinter} onAct={print} />
      {printed && <PrintSheet onDone={() => setPrinted(undefined)}>{children(printed)}</PrintSheet>}
    </>
  )
}
