/** By what the pages of the admin look up: the orders of a customer and of a source, the events of an order. */
export const adminIndexes = `
  CREATE INDEX orders_by_customer ON orders (customer_id, id) WHERE customer_id IS NOT NULL;
  CREATE INDEX orders_by_source ON orders (order_source) WHERE order_source IS NOT NULL;
  CREATE INDEX events_by_order ON events (data ->> '$.orderId');
  `
