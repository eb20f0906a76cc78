import { Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { relationshipWords } from '../../../../contract/people/contact-form.ts'
import { Contact, EndContactForm } from '../../../../contract/people/contacts.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import { EditDialogForm } from '../../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../../ground/records/edit/record-edit.tsx'
import { refusedBy } from '../../../ground/records/failures.ts'
import { NewDialogForm } from '../../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientPicker } from '../identity/PatientPicker.tsx'
import { PatientSummary } from '../identity/PatientSummary.tsx'
import { ContactFields } from './ContactFields.tsx'
import {
  blankContact,
  type ContactValues,
  contactFields,
  contactSchema,
  contactValues,
} from './contact-form.ts'
import { isMinor } from './minor.ts'
import { useContactActions } from './queries.ts'

export interface ContactAct {
  /** `edit` and `end` name the contact. */
  kind: 'add' | 'edit' | 'end'
  contact?: Contact | undefined
}

interface Props {
  patient: Patient
  /** The contacts that count. */
  contacts: readonly Contact[]
  onClose: () => void
}

/** Adds, changes or ends a contact of a patient. */
export function ContactDialog({ act, ...props }: Props & { act: ContactAct }) {
  const { contact, kind } = act
  const { patient, contacts, onClose } = props
  const latest = contact && (contacts.find(({ id }) => id === contact.id) ?? contact)
  const title = { add: 'Add a contact of', edit: 'Edit a contact of', end: 'End a contact of' }[kind]
  return (
    <DialogFrame title={<bdi>{`${title} ${fullName(patient)}`}</bdi>} onClose={onClose}>
      {!latest ? (
        <AddForm {...props} />
      ) : kind === 'end' ? (
        <EndForm {...props} contact={latest} />
      ) : (
        <EditForm {...props} latest={latest} />
      )}
    </DialogFrame>
  )
}

function AddForm({ patient, contacts, onClose }: Props) {
  const { add } = useContactActions()
  const adding = useNewRecord({
    thing: 'contact',
    blank: (): ContactValues => ({
      ...blankContact(!contacts.some(({ isEmergency }) => isEmergency)),
      otherPatientId: null,
    }),
    schema: contactSchema,
    draftKey: `contact:${patient.id}`,
    add: (body, attemptKey) => add(patient.id, body, attemptKey),
    onAdded({ name }) {
      onClose()
      toast.success(`${name} added`)
    },
    onFailure: refusedBy('Not saved'),
  })
  return (
    <NewDialogForm adding={adding} onClose={onClose} label="Add contact" busyLabel="Adding…">
      <Fields form={adding.form} patient={patient} contacts={contacts} />
    </NewDialogForm>
  )
}

function EditForm({ patient, contacts, latest, onClose }: Props & { latest: Contact }) {
  const { edit: save } = useContactActions()
  const isEnded = !contacts.some(({ id }) => id === latest.id)
  const edit = useRecordEdit({
    thing: 'contact',
    latest,
    ended: isEnded ? 'ended' : undefined,
    record: Contact,
    fields: contactFields,
    schema: contactSchema,
    valuesOf: contactValues,
    draftKey: `contact:${latest.id}`,
    save,
    told: ({ name }) => `${name} updated`,
    onSaved: onClose,
    onFailure: refusedBy('Not saved'),
  })
  return (
    <EditDialogForm edit={edit} onClose={onClose} label="Save contact" busyLabel="Saving…">
      <Fields form={edit.form} patient={patient} contacts={contacts.filter(({ id }) => id !== latest.id)} />
    </EditDialogForm>
  )
}

/** `contacts`: the others. */
function Fields<Values extends ContactValues>({
  form,
  patient,
  contacts,
}: Pick<Props, 'patient' | 'contacts'> & { form: UseFormReturnType<Values> }) {
  const today = useToday()
  // A form of more values has these too.
  const { values, getInputProps, setFieldValue } = form as unknown as UseFormReturnType<ContactValues>
  const lacksGuardian =
    isMinor(patient, today) && !values.isGuardian && !contacts.some((one) => one.isGuardian)
  return (
    <>
      <PatientSummary
        patient={patient}
        now={lacksGuardian && 'Under 18, and no guardian is recorded yet. Tick Guardian if this is one.'}
      />
      <ContactFields relationship={values.relationship} inputOf={getInputProps} />
      <PatientPicker
        label={contactFields.otherPatientId.label}
        description="Only if the contact is a patient too: name, MRN, phone or date of birth"
        {...getInputProps('otherPatientId')}
        value={values.otherPatientId}
        onChange={(id, other) => {
          setFieldValue('otherPatientId', id)
          if (!other) return
          if (!values.name.trim()) setFieldValue('name', fullName(other))
          if (!values.phone.trim()) setFieldValue('phone', other.contactNumber)
        }}
      />
    </>
  )
}

function EndForm({ patient, contact, onClose }: Props & { contact: Contact }) {
  const { end } = useContactActions()
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: EndContactForm,
    initialValues: { reason: '' },
    async send({ reason }) {
      await end(contact.id, reason.trim() || null)
      onClose()
      toast.success(`${contact.name} no longer counts as a contact`)
    },
    onFailure: refusedBy('Not ended'),
  })
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label="End contact"
      busyLabel="Ending…"
      danger
      onCancel={onClose}
    >
      <PatientSummary
        patient={patient}
        now={<bdi>{`${contact.name} (${relationshipWords(contact)})`}</bdi>}
      />
      <Textarea
        label="Reason"
        description="The contact is no longer called and stays in the history. This can’t be undone."
        rows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </DialogForm>
  )
}
