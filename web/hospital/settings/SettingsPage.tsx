// No dialog in this file is about a patient.
import { Skeleton, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { editSettings, Settings } from '../../../contract/hospital/settings.ts'
import { DisplayLinks } from '../../front-desk/displays/public.ts'
import { api } from '../../ground/client/api.ts'
import { ButtonLink } from '../../ground/links/links.tsx'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { failedWith } from '../../ground/records/failures.ts'
import { FormFrame } from '../../ground/records/form/FormFrame.tsx'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { LateSystemsSection } from '../../people/identifier-systems/public.ts'
import { ImportsSection } from '../../people/imports/public.ts'
import { LatePayerSection } from '../../people/payers/public.ts'
import { BackupSection } from './backups/BackupSection.tsx'
import { LateExportSection } from './export/late.tsx'
import { LogoField } from './LogoField.tsx'
import { MailTrouble } from './MailTrouble.tsx'
import { PutOffSteps } from './PutOffSteps.tsx'
import { settingsQuery } from './queries.ts'
import {
  deletesEntries,
  SettingsFields,
  settingsFields,
  settingsSchema,
  settingsValues,
} from './SettingsFields.tsx'

/** The settings of the whole hospital, for administrators. */
export function SettingsPage() {
  const settings = useQuery(settingsQuery)
  return (
    <Loaded
      query={settings}
      failed="The settings could not be loaded"
      loading={<Skeleton h={815} maw={880} radius="md" />}
    >
      {(latest) => (
        <>
          <MailTrouble maw={880} />
          <SettingsForm latest={latest} />
          <LogoField />
          <DisplayLinks />
          <LateSystemsSection />
          <BackupSection />
          <LateExportSection />
          <LatePayerSection />
          <ImportsSection />
        </>
      )}
    </Loaded>
  )
}

function SettingsForm({ latest }: { latest: Settings }) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const edit = useRecordEdit({
    thing: 'hospital’s settings',
    latest,
    record: Settings,
    fields: settingsFields,
    schema: settingsSchema,
    valuesOf: settingsValues,
    draftKey: 'settings',
    save: (body, { version }) => api(editSettings, { body }, { version }),
    told: () => 'Settings saved',
    onSaved: (saved) => queryClient.setQueryData(settingsQuery.queryKey, saved),
    onFailure: failedWith('Settings not saved'),
  })
  const deletes = deletesEntries(latest, edit.form.values)

  function onSubmit(event?: React.SyntheticEvent<HTMLFormElement>) {
    if (!deletes) return edit.onSubmit(event)
    event?.preventDefault()
    setIsAsking(true)
  }

  return (
    <>
      <FormFrame
        of={{ ...edit, onSubmit }}
        saveLabel="Save Settings"
        busyLabel="Saving…"
        closing={
          <ButtonLink to="/dashboard" variant="default" onClick={edit.giveUp}>
            Close
          </ButtonLink>
        }
      >
        <Stack gap="md">
          <SettingsFields form={edit.form} />
          <PutOffSteps />
        </Stack>
      </FormFrame>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Keep the audit log for ${settingsFields.auditRetentionMonths.words(edit.form.values.auditRetentionMonths)}?`}
        confirmLabel="Delete older entries"
        busyLabel="Saving…"
        onConfirm={async () => {
          setIsAsking(false)
          edit.onSubmit()
        }}
      >
        Older entries are deleted tonight and can’t be restored.
      </ConfirmDialog>
    </>
  )
}
