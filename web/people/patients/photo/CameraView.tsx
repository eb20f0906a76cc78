import { Alert, Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type Picture, pictureOf } from './crop.ts'
import classes from './Photo.module.css'

/** Whether the browser can show the camera here; only over HTTPS, and on the hospital's own machine. */
export const hasCamera = () => Boolean(navigator.mediaDevices?.getUserMedia)

/** Shows the camera until a picture is taken. */
export function CameraView({
  onTaken,
  onCancel,
}: {
  onTaken: (picture: Picture) => void
  onCancel: () => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const [isReady, ready] = useState(false)
  const [failure, fail] = useState<string>()
  useEffect(() => {
    let stream: MediaStream | undefined
    let isOver = false
    async function show() {
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 960 } },
        })
        if (isOver) return stop()
        if (video.current) video.current.srcObject = stream
      } catch {
        fail('The camera can’t be used. Allow it in the browser, or choose a file.')
      }
    }
    function stop() {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    void show()
    return () => {
      isOver = true
      stop()
    }
  }, [])

  async function take() {
    if (!video.current) return
    const canvas = document.createElement('canvas')
    canvas.width = video.current.videoWidth
    canvas.height = video.current.videoHeight
    canvas.getContext('2d')?.drawImage(video.current, 0, 0)
    const frame = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    try {
      if (frame) onTaken(await pictureOf(frame))
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error))
    }
  }

  return (
    <div className={classes.middle}>
      {failure ? (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      ) : (
        <div className={classes.crop}>
          <video
            ref={video}
            className={classes.camera}
            aria-label="Camera"
            autoPlay
            muted
            playsInline
            onLoadedData={() => ready(true)}
          />
        </div>
      )}
      <Group gap="xs">
        <Button variant="default" onClick={onCancel}>
          Back
        </Button>
        {!failure && (
          <Button aria-disabled={!isReady} onClick={() => isReady && void take()} data-autofocus>
            Take picture
          </Button>
        )}
      </Group>
    </div>
  )
}
