import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { DemoRequestForm, requestDemo } from '../../../contract/hospital/demo-requests.ts'
import { api } from '../../ground/client/api.ts'
import { demo } from '../content.ts'
import { draftOf, forgetDraft, keepDraft, type Typed } from './draft.ts'
import { byField, type Refused, refusalOf } from './refusal.ts'

interface Field {
  name: keyof Typed
  label: string
  type?: 'email' | 'tel' | 'text'
  autoComplete?: string
  isOptional?: true
  isLong?: true
}

const fields: readonly Field[] = [
  { name: 'name', label: 'Name', autoComplete: 'name' },
  { name: 'hospital', label: 'Hospital or clinic', autoComplete: 'organization' },
  { name: 'email', label: 'E-mail', type: 'email', autoComplete: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel', autoComplete: 'tel', isOptional: true },
  { name: 'message', label: 'What would you like to see?', isOptional: true, isLong: true },
]
const idOf = (name: string) => `demo-${name}`

/** Request a Demo; `email` is where else one can turn. It is drawn without a script too, and takes what is typed once it has one. */
export function DemoForm({ email }: { email: string }) {
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const [isReady, setReady] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const [sentBy, setSentBy] = useState<Typed>()

  useEffect(() => {
    const draft = draftOf()
    for (const { name } of fields) {
      const input = form.current?.elements.namedItem(name)
      const isTyping = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement
      // Text typed before this script loaded stays.
      if (isTyping && draft && !input.value) input.value = draft.typed[name]
    }
    // oxlint-disable-next-line react/set-state-in-effect -- the server draws it too, where no effect runs
    setReady(true)
  }, [])

  useEffect(() => {
    if (refused || sentBy) notice.current?.focus()
  }, [refused, sentBy])

  useEffect(() => {
    if (!refused) return
    const { title } = document
    document.title = `Error: ${title}`
    return () => {
      document.title = title
    }
  }, [refused])

  async function send(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const typed = typedIn(event.currentTarget)
    const checked = DemoRequestForm.safeParse(typed)
    if (!checked.success) {
      const issues = checked.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
      setRefused({ fields: byField(issues) })
      return
    }
    setBusy(true)
    try {
      await api(requestDemo, { body: typed }, { idempotencyKey: keepDraft(typed) })
      forgetDraft()
      setRefused(undefined)
      setSentBy(typed)
    } catch (error) {
      setRefused(refusalOf(error))
    } finally {
      setBusy(false)
    }
  }

  if (sentBy) {
    return (
      <div className="notice" ref={notice} tabIndex={-1} role="status">
        <h3>Thank you, {sentBy.name.trim()}</h3>
        <p>Your request has arrived. We will write to {sentBy.email.trim()} within one working day.</p>
      </div>
    )
  }

  const problems = fields.filter(({ name }) => refused?.fields[name])
  return (
    <form
      ref={form}
      className="fields"
      method="post"
      noValidate
      onSubmit={send}
      onInput={(event) => keepDraft(typedIn(event.currentTarget))}
    >
      {refused && (
        <div className="notice refused" ref={notice} tabIndex={-1} role="alert">
          <h3>
            {refused.whole ??
              (problems.length === 1
                ? 'One field needs attention'
                : `${problems.length} fields need attention`)}
          </h3>
          {problems.length > 0 && (
            <ul>
              {problems.map(({ name }) => (
                <li key={name}>
                  <a href={`#${idOf(name)}`}>{refused.fields[name]}</a>
                </li>
              ))}
            </ul>
          )}
          {refused.whole && (
            <p>
              Your entries are kept.
              {email && (
                <>
                  {' '}
                  You can also write to <a href={`mailto:${email}`}>{email}</a>.
                </>
              )}
            </p>
          )}
        </div>
      )}
      {fields.map((field) => (
        <FormField key={field.name} {...field} error={refused?.fields[field.name]} />
      ))}
      <button className="button" type="submit" disabled={!isReady} aria-disabled={isBusy}>
        {isBusy ? 'Sending…' : demo.title}
      </button>
    </form>
  )
}

function FormField({
  name,
  label,
  type = 'text',
  autoComplete,
  isOptional,
  isLong,
  error,
}: Field & { error?: string | undefined }) {
  const id = idOf(name)
  const own = {
    id,
    name,
    autoComplete,
    required: !isOptional,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {isOptional && <span className="hint"> (optional)</span>}
      </label>
      {isLong ? <textarea {...own} rows={3} /> : <input {...own} type={type} />}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

function typedIn(form: HTMLFormElement): Typed {
  const data = new FormData(form)
  const of = (name: keyof Typed) => String(data.get(name) ?? '')
  return {
    name: of('name'),
    hospital: of('hospital'),
    email: of('email'),
    phone: of('phone'),
    message: of('message'),
  }
}
