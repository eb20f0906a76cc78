// No dialog in this file is about a patient.
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { DialogFrame } from '../../../ui/dialog/DialogFrame.tsx'
import { CopyField } from '../../../ui/form/CopyField.tsx'
import { PrintSheet } from '../../../ui/print/PrintSheet.tsx'
import classes from './SetUp.module.css'

/** The recovery codes, this once: from then on their hashes alone are kept. */
export function RecoveryCodesDialog({
  codes,
  email,
  hospitalName,
  onClose,
}: {
  codes: readonly string[]
  email: string
  hospitalName: string
  onClose: () => void
}) {
  const [isPrinting, setPrinting] = useState(false)
  const list = (
    <ul className={classes.codes} aria-label="Recovery codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  )
  return (
    <DialogFrame title="Your recovery codes" onClose={onClose} closeOnEscape={false}>
      <Stack gap="md">
        <Text>
          Each signs you in once when you don’t have your phone. Print or copy them now: they are not shown
          again.
        </Text>
        {list}
        <CopyField label="All codes in one line" text={codes.join(' ')} copyLabel="Copy codes" />
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            onClick={() => setPrinting(true)}
          >
            Print
          </Button>
          <Button onClick={onClose}>I have saved them</Button>
        </Group>
      </Stack>
      {isPrinting && (
        <PrintSheet onDone={() => setPrinting(false)}>
          <h1>Recovery codes</h1>
          <p>
            {email}, Lantern, {hospitalName}. Each code can be used once.
          </p>
          {list}
        </PrintSheet>
      )}
    </DialogFrame>
  )
}
