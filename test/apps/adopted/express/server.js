const express = require('express')

const app = express()
app.use(express.json())

app.get('/', (request, response) => response.send('Acme shop'))
app.post('/carts', (request, response) => response.status(201).json({ items: request.body.items.length }))

app.listen(process.env.PORT || 3000)
