-- What the dashboard counts again at every change, from no more rows than it counts.

-- A doctor's inpatients.
create index admission_active_of_doctor on admission (doctor_id, admitted_at desc, id) where discharged_at is null;
-- Orders that are written, and those that are on their way.
create index purchase_order_open on purchase_order (status) where status in ('DRAFT', 'SENT');
