// No dialog in this file is about a patient.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { DisplayForm } from '../../../contract/front-desk/displays.ts'
import { useContractForm } from '../../ground/client/forms.ts'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { CopyField } from '../../ground/ui/form/CopyField.tsx'
import { useClinics } from '../../people/clinics/public.ts'
import { type DisplayLook, displayLink, newSecret } from './links.ts'
import { useDisplayActions } from './queries.ts'

/** Makes the link of a television, and shows it: now, and never again. */
export function AddDisplayDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<{ name: string; secret: string }>()
  return (
    <DialogFrame title={made ? `${made.name} added` : 'Add a waiting-room screen'} onClose={onClose}>
      {made ? (
        <MadeLink secret={made.secret} onClose={onClose} />
      ) : (
        <NewLink onMade={(name, secret) => setMade({ name, secret })} onClose={onClose} />
      )}
    </DialogFrame>
  )
}

function NewLink({
  onMade,
  onClose,
}: {
  onMade: (name: string, secret: string) => void
  onClose: () => void
}) {
  const actions = useDisplayActions()
  const clinics = useClinics()
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: DisplayForm,
    initialValues: { name: '', secret: newSecret(), clinicId: '' },
    async send(values) {
      onMade((await actions.add(values)).name, values.secret)
    },
  })
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label="Create link"
      busyLabel="Creating…"
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        description="Location, e.g. ‘Ground floor’."
        withAsterisk
        aria-required
        {...form.getInputProps('name')}
      />
      {clinics.length > 0 && (
        <Choice
          label="Clinic"
          description="The screen shows the patients of the clinic’s doctors alone."
          placeholder="All clinics and doctors"
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the clinic' }}
          {...form.getInputProps('clinicId')}
          value={form.values.clinicId || null}
          onChange={(chosen) => form.setFieldValue('clinicId', chosen ?? '')}
          data={clinics.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </DialogForm>
  )
}

const themes = [
  { value: '', label: 'Same as the television' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function MadeLink({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [look, setLook] = useState<DisplayLook>({})
  const place = useRef<HTMLDivElement>(null)
  // The button that had the focus is gone.
  useEffect(() => place.current?.querySelector<HTMLInputElement>('input[readonly]')?.focus(), [])
  return (
    <Stack gap="md" ref={place}>
      <Choice
        label="Colours"
        data={themes}
        value={look.theme ?? ''}
        onChange={(theme) => setLook({ theme: theme === 'light' || theme === 'dark' ? theme : undefined })}
      />
      <CopyField
        label="Link of the screen"
        description="It is shown only now."
        text={displayLink(secret, look)}
        copyLabel="Copy link"
      />
      <Text>
        Open it in the television’s browser and make it the start page, so that the screen comes back after a
        power cut. Touch the screen once to hear calls.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}
