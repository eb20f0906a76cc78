-- outside a transaction
alter table patient validate constraint patient_birth_is_first_day
