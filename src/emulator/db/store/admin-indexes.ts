/** SQL of what a product is searched by: its name and its SKU, with a line between them. */
export const productWords = "lower(name || char(10) || coalesce(sku, ''))"

/**
 * By what the pages of the admin look up: the orders of a customer, the sources, the events of an order. The last two hold all that orders are filtered
 * and products are searched by, in the order of ids, so that this goes through the index alone, from the newest on.
 */
export const adminIndexes = `
  CREATE INDEX orders_by_customer ON orders (customer_id, id) WHERE customer_id IS NOT NULL;
  CREATE INDEX orders_by_source ON orders (order_source) WHERE order_source IS NOT NULL;
  CREATE INDEX events_by_order ON events (data ->> '$.orderId');
  CREATE INDEX orders_by_facts ON orders (region_id, id, status, order_source, created_at, order_number);
  CREATE INDEX products_by_words ON products (id, status, ${productWords});
  `
