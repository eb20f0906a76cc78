import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormErrors, type FormProblem } from '../../ground/ui/form/FormErrors.tsx'

/** A form of a few fields, as one section of a page among others. */
export function SectionForm({
  of: { onSubmit, summary, busy, notices, warning },
  label,
  busyLabel = 'Saving…',
  children,
}: {
  of: {
    onSubmit: (event?: React.SyntheticEvent<HTMLFormElement>) => void
    summary: { problems: FormProblem[]; attempt: number }
    busy: boolean
    notices?: ReactNode
    warning?: ReactNode
  }
  label: string
  busyLabel?: string
  children: ReactNode
}) {
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        {notices}
        <FormErrors {...summary} />
        {children}
        {warning}
        <Group justify="flex-end">
          <Button type="submit" aria-busy={busy}>
            {busy ? busyLabel : label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
