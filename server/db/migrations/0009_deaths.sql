-- Nobody is called or waited for who has died: an open appointment needs a patient who is current and alive.
update appointment set status = 'COMPLETED', status_by = null, version = appointment.version + 1, updated_at = now()
from patient where patient.id = open_patient_id and deceased_at is not null and status = 'IN_PROGRESS';
update appointment set status = 'CANCELLED', status_by = null, cancel_reason = 'OTHER',
  cancel_note = 'The patient has died.', version = appointment.version + 1, updated_at = now()
from patient where patient.id = open_patient_id and deceased_at is not null;

alter table appointment
  drop constraint appointment_open_needs_current_patient,
  add constraint appointment_open_needs_current_patient
    foreign key (open_patient_id) references patient (admittable_id);
alter table patient drop column current_id;
