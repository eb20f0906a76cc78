import { Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { goBack, noteWayBack, wayBack } from '../focus.ts'
import { keepKeys } from '../form/early-keys.ts'
import { ToastPlace, toast } from '../toast.tsx'
import { usePhone } from '../use-phone.ts'
import { useEscape } from './escape.ts'

interface DialogFrameProps extends Pick<ModalProps, 'size' | 'closeOnEscape'> {
  title: ReactNode
  /** For a dialog that fades out; left out by what is drawn only while it is open. */
  opened?: boolean | undefined
  onClose: () => void
  /** Called when it has faded out; the caller then moves the focus. Without it, focus returns to the opener. */
  onExited?: (() => void) | undefined
  /** Nothing is typed into a question: it stays small on a phone, and a click beside it says no. */
  isQuestion?: boolean
  /** Its top stays in one place, whatever height it has. */
  isAtTop?: boolean
  children: ReactNode
}

/** The frame of every dialog. */
export function DialogFrame({
  title,
  size = 'lg',
  opened,
  onClose,
  onExited,
  isQuestion = false,
  isAtTop = false,
  closeOnEscape = true,
  children,
}: DialogFrameProps) {
  const isPhone = usePhone()
  const [way] = useState(wayBack)
  const noteWay = useCallback(
    (dialog: Element | null) => {
      if (dialog) noteWayBack(dialog, way)
    },
    [way],
  )
  const isFading = opened !== undefined
  useEscape(opened ?? true, () => {
    if (closeOnEscape) onClose()
  })

  // Earlier messages are about something else.
  useEffect(() => {
    if (opened ?? true) toast.clear()
  }, [opened])

  // Text that is typed before its form has loaded and has the focus goes into the form.
  useLayoutEffect(() => {
    if (!(opened ?? true)) return undefined
    const keys = keepKeys()
    keys.hand()
    return keys.drop
  }, [opened])

  // A question that closed a moment before may have given the focus to what fades out here, and it is lost with that.
  const openedFrom = useRef<readonly HTMLElement[]>([])
  useLayoutEffect(() => {
    if (opened) openedFrom.current = wayBack()
  }, [opened])

  // A dialog that leaves without fading can't give the focus back by itself.
  useEffect(() => {
    if (isFading) return undefined
    return () => goBack(way)
  }, [isFading, way])

  return (
    <Modal
      ref={noteWay}
      opened={opened ?? true}
      onClose={onClose}
      title={title}
      size={size}
      {...(isAtTop && { centered: false, yOffset: '6dvh', xOffset: 16 })}
      fullScreen={isPhone && !isQuestion}
      // A click beside the dialog is an accident more often than a wish, and would hide what was typed.
      closeOnClickOutside={isQuestion}
      closeOnEscape={false}
      returnFocus={!onExited}
      onExitTransitionEnd={onExited ?? (() => goBack(openedFrom.current))}
    >
      <ToastPlace where="dialog" />
      {children}
    </Modal>
  )
}
