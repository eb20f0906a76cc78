import { Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type Units, unitChoices } from '../../../contract/clinical/units/unit-choices.ts'
import {
  longestHospitalName,
  type SecondStepOf,
  type Settings,
  SettingsForm,
  secondStepNames,
  secondStepOf,
} from '../../../contract/hospital/settings.ts'
import {
  type CountersignedAct,
  countersignedActNames,
  countersignedActs,
} from '../../../contract/people/countersignatures.ts'
import { type ClockStyle, clockStyles, spokenTime } from '../../../contract/spoken.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import type { RecordFields } from '../../ground/records/edit/differences.ts'
import { typedForm } from '../../ground/records/form/typed.ts'
import { useSite } from '../../ground/sign-in/account.ts'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { countOf } from '../../ground/ui/format.ts'
import { FieldGrid, Section, WholeRow } from '../../ground/ui/page/Section.tsx'
import { HomeBookingField } from './HomeBookingField.tsx'
import { MessageFields, type MessageValues, messageFields, neverReminds } from './MessageFields.tsx'
import { TimeZoneField } from './TimeZoneField.tsx'
import { placeWords } from './zone-words.ts'

/** The values of the settings form. */
export interface SettingsValues extends MessageValues {
  hospitalName: string
  timeZone: string
  currency: string
  address: string
  phone: string
  email: string
  clockStyle: ClockStyle
  temperatureUnit: Units['temperature']
  weightUnit: Units['weight']
  heightUnit: Units['height']
  cleansAfterDischarge: boolean
  /** Whole months as text, or 'always'. */
  auditRetentionMonths: string
  /** Minutes as text, or 'never'. */
  waitingLimitMinutes: string
  /** Minutes as text, or 'never'. */
  idleLockMinutes: string
  secondStepOf: SecondStepOf
  /** As text. */
  secondStepDays: string
  invitationOnly: boolean
  feedsNamePatients: boolean
  booksFromHome: boolean
  countersignedActs: CountersignedAct[]
}

const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')

const actWords = (acts: readonly CountersignedAct[]) =>
  acts.map((act) => countersignedActNames[act]).join(', ') || 'Nothing'
const sameActs = (one: readonly CountersignedAct[], other: readonly CountersignedAct[]) =>
  one.toSorted().join() === other.toSorted().join()

const always = 'always'
const never = 'never'
const usualYears = [2, 3, 5, 7, 10, 15, 20]
const usualMinutes = [15, 30, 45, 60, 90, 120, 180, 240]
const usualIdleMinutes = [2, 5, 10, 15, 30, 60]
const usualDays = [0, 7, 14, 30]

export const settingsFields = {
  hospitalName: { label: 'Hospital name' },
  timeZone: { label: 'Time zone', words: placeWords },
  currency: { label: 'Currency', words: currencyWords },
  address: { label: 'Address' },
  phone: { label: 'Phone' },
  email: { label: 'E-mail' },
  clockStyle: { label: 'Clock', words: clockStyleWords },
  temperatureUnit: { label: 'Temperature', words: unitWords },
  weightUnit: { label: 'Weight', words: unitWords },
  heightUnit: { label: 'Height', words: unitWords },
  cleansAfterDischarge: {
    label: 'Clean beds after discharge and transfer',
    words: yesOrNo,
  },
  auditRetentionMonths: { label: 'Keep the audit log for', words: retentionWords },
  waitingLimitMinutes: { label: 'Notify when a patient waits longer than', words: waitWords },
  idleLockMinutes: { label: 'Lock idle screens after', words: idleWords },
  secondStepOf: { label: 'Ask for a second step when signing in', words: whomWords },
  secondStepDays: { label: 'Time to set it up', words: dayWords },
  ...messageFields,
  invitationOnly: { label: 'Sign-up by invitation only', words: yesOrNo },
  feedsNamePatients: { label: 'Patients’ initials in calendar feeds', words: yesOrNo },
  booksFromHome: { label: 'Let people book from home', words: yesOrNo },
  countersignedActs: { label: 'A second person countersigns', words: actWords, same: sameActs },
} satisfies RecordFields<SettingsValues>

export const settingsSchema = typedForm(SettingsForm, (values: SettingsValues) => ({
  ...values,
  auditRetentionMonths: values.auditRetentionMonths === always ? null : Number(values.auditRetentionMonths),
  waitingLimitMinutes: values.waitingLimitMinutes === never ? null : Number(values.waitingLimitMinutes),
  idleLockMinutes: values.idleLockMinutes === never ? null : Number(values.idleLockMinutes),
  secondStepDays: Number(values.secondStepDays),
  reminderHours: values.reminderHours === neverReminds ? null : Number(values.reminderHours),
}))

export function settingsValues(settings: Settings): SettingsValues {
  const { version: _version, updatedAt: _updatedAt, ...values } = settings
  const { auditRetentionMonths, waitingLimitMinutes, idleLockMinutes, reminderHours } = settings
  return {
    ...values,
    address: settings.address ?? '',
    phone: settings.phone ?? '',
    email: settings.email ?? '',
    auditRetentionMonths: auditRetentionMonths === null ? always : String(auditRetentionMonths),
    waitingLimitMinutes: waitingLimitMinutes === null ? never : String(waitingLimitMinutes),
    idleLockMinutes: idleLockMinutes === null ? never : String(idleLockMinutes),
    secondStepDays: String(settings.secondStepDays),
    reminderHours: reminderHours === null ? neverReminds : String(reminderHours),
  }
}

/** Whether what is typed keeps the audit trail for a shorter time than it is kept now. */
export function deletesEntries(
  { auditRetentionMonths: now }: Settings,
  { auditRetentionMonths: typed }: SettingsValues,
): boolean {
  const kept = (months: number | null) => months ?? Number.POSITIVE_INFINITY
  return kept(typed === always ? null : Number(typed)) < kept(now)
}

const units = ['temperature', 'weight', 'height'] as const

const required = { withAsterisk: true, 'aria-required': true } as const

/** A section for each part of the hospital that something is decided for. */
export function SettingsFields({ form }: { form: UseFormReturnType<SettingsValues> }) {
  const { currency, auditRetentionMonths, waitingLimitMinutes, idleLockMinutes, secondStepDays } = form.values
  const { signOn, sendsMail } = useSite()
  const input = (name: keyof SettingsValues) => ({
    label: settingsFields[name].label,
    ...form.getInputProps(name),
  })
  return (
    <Stack gap="md">
      <Section title="Hospital">
        <FieldGrid>
          <WholeRow>
            <TextInput
              {...input('hospitalName')}
              {...required}
              description="Shown at the top of every screen and on prints"
              maxLength={longestHospitalName}
              autoComplete="organization"
            />
          </WholeRow>
          <TimeZoneField {...input('timeZone')} value={form.values.timeZone} />
          <Choice
            {...input('currency')}
            {...required}
            description="For costs in the inventory and on orders"
            data={withPresent(Intl.supportedValuesOf('currency'), currency).map((code) => ({
              value: code,
              label: currencyWords(code),
            }))}
          />
          <WholeRow>
            <Textarea
              {...input('address')}
              description="Name, address, phone, e-mail and logo are on prints and on the public pages"
              autosize
              minRows={2}
              autoComplete="street-address"
            />
          </WholeRow>
          <TextInput {...input('phone')} type="tel" autoComplete="tel" />
          <TextInput {...input('email')} type="email" autoComplete="email" />
        </FieldGrid>
      </Section>
      <Section title="Times and Units">
        <FieldGrid>
          <Choice
            {...input('clockStyle')}
            {...required}
            data={clockStyles.map((style) => ({ value: style, label: clockStyleWords(style) }))}
          />
          {units.map((unit) => (
            <Choice
              key={unit}
              {...input(`${unit}Unit`)}
              {...required}
              data={unitChoices[unit].map((value) => ({ value, label: unitWords(value) }))}
            />
          ))}
        </FieldGrid>
      </Section>
      <Section title="Wards">
        <Switch
          {...form.getInputProps('cleansAfterDischarge', { type: 'checkbox' })}
          label={settingsFields.cleansAfterDischarge.label}
          description="When a patient leaves, the bed is under maintenance until it is marked available."
        />
        <AnchorLink to="/beds/wards" mt="md">
          Add, rename, merge or close wards, and add shifts
        </AnchorLink>
      </Section>
      <Section title="Queue">
        <FieldGrid>
          <Choice
            {...input('waitingLimitMinutes')}
            {...required}
            description="Their doctor, reception and administrators are notified."
            data={withPresent([...usualMinutes.map(String), never], waitingLimitMinutes).map((value) => ({
              value,
              label: waitWords(value),
            }))}
          />
        </FieldGrid>
      </Section>
      <MessageFields form={form} />
      <Section title="Screens">
        <FieldGrid>
          <Choice
            {...input('idleLockMinutes')}
            {...required}
            description="A screen that no one touches is covered until the password is entered."
            data={withPresent([...usualIdleMinutes.map(String), never], idleLockMinutes).map((value) => ({
              value,
              label: idleWords(value),
            }))}
          />
        </FieldGrid>
      </Section>
      <Section title="Signing in">
        <FieldGrid>
          <Choice
            {...input('secondStepOf')}
            {...required}
            description={`A code from an app on a phone, or a passkey.${
              signOn ? ` ${signOn.name} counts as one: it asks for its own.` : ''
            } Have at least two administrators: each can help the other with a lost phone.`}
            data={secondStepOf.map((whom) => ({ value: whom, label: whomWords(whom) }))}
          />
          {form.values.secondStepOf !== 'nobody' && (
            <Choice
              {...input('secondStepDays')}
              {...required}
              description="Counted from when you save this, and for new accounts from their first day. After that, they set it up before anything else."
              data={withPresent(usualDays.map(String), secondStepDays).map((value) => ({
                value,
                label: dayWords(value),
              }))}
            />
          )}
        </FieldGrid>
        <Switch
          mt="md"
          {...form.getInputProps('invitationOnly', { type: 'checkbox' })}
          label={settingsFields.invitationOnly.label}
          description={
            sendsMail
              ? 'Without it, anyone can sign up and wait for a role.'
              : 'Without it, anyone can sign up and wait for a role, and can find out which e-mail addresses have an account.'
          }
        />
      </Section>
      <Section title="Calendar Feeds">
        <Switch
          {...form.getInputProps('feedsNamePatients', { type: 'checkbox' })}
          label={settingsFields.feedsNamePatients.label}
          description="Doctors may then choose to see initials in their own calendars. Calendar services such as Google and Microsoft keep what they fetch."
        />
      </Section>
      <HomeBookingField field={form.getInputProps('booksFromHome', { type: 'checkbox' })} />
      <Section title="Second Person">
        <Stack gap="md">
          <Text size="sm">
            A second person countersigns these on the same screen, with their own password or passkey: a
            doctor, nurse or pharmacist, and for two records of a patient somebody else who may merge them.
          </Text>
          {countersignedActs.map((act) => (
            <Switch
              key={act}
              checked={form.values.countersignedActs.includes(act)}
              onChange={({ currentTarget: { checked } }) =>
                form.setFieldValue(
                  'countersignedActs',
                  countersignedActs.filter((one) =>
                    one === act ? checked : form.values.countersignedActs.includes(one),
                  ),
                )
              }
              label={countersignedActNames[act]}
            />
          ))}
        </Stack>
      </Section>
      <Section title="Audit Log">
        <FieldGrid>
          <Choice
            {...input('auditRetentionMonths')}
            {...required}
            description="Older entries are deleted a month at a time. This can’t be undone."
            data={withPresent(
              [always, ...usualYears.map((years) => String(years * 12))],
              auditRetentionMonths,
            ).map((value) => ({ value, label: retentionWords(value) }))}
          />
        </FieldGrid>
      </Section>
    </Stack>
  )
}

/** The choices, with the present one even where it is none of them. */
function withPresent(choices: readonly string[], present: string): readonly string[] {
  return !present || choices.includes(present) ? choices : [present, ...choices]
}

const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })

function currencyWords(code: string): string {
  return code && `${code} (${currencyNames.of(code)})`
}

function clockStyleWords(style: ClockStyle): string {
  return `${style === '24h' ? '24' : '12'} hours (${spokenTime('14:30', style)})`
}

const unitNames: Record<Units[keyof Units], string> = {
  '°C': 'Degrees Celsius (°C)',
  '°F': 'Degrees Fahrenheit (°F)',
  kg: 'Kilograms (kg)',
  lb: 'Pounds (lb)',
  cm: 'Centimetres (cm)',
  in: 'Inches (in)',
}
function unitWords(unit: Units[keyof Units]): string {
  return unitNames[unit]
}

function retentionWords(typed: string): string {
  if (typed === always) return 'Always'
  const months = Number(typed)
  return months % 12 === 0 ? `${months / 12} years` : `${months} months`
}

function idleWords(typed: string): string {
  return typed === never ? 'Never' : minuteWords(Number(typed))
}

function whomWords(of: SecondStepOf): string {
  return secondStepNames[of]
}

function dayWords(typed: string): string {
  return typed === '0' ? 'None: at once' : countOf(Number(typed), 'day')
}

function waitWords(typed: string): string {
  return typed === never ? 'Do not notify' : minuteWords(Number(typed))
}

function minuteWords(minutes: number): string {
  return minutes % 60 === 0 ? countOf(minutes / 60, 'hour') : countOf(minutes, 'minute')
}
