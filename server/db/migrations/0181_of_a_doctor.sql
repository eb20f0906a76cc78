-- For lists of one doctor's appointments and admissions, which are sorted by time and id, in either direction.
create index appointment_of_doctor on appointment (doctor_id, date, time, id);
create index admission_of_doctor on admission (doctor_id, admitted_at, id);
