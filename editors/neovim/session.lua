-- A session with the language server, as a user's would be: started by run.js, which reads what is printed at the end.
local seen = {}

local function wait(what, condition)
  if not vim.wait(10000, condition, 20) then error('nothing came: ' .. what) end
end

local function diagnostics()
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, { code = one.user_data and one.user_data.lsp.code or one.code, line = one.lnum + 1 })
  end
  return found
end

local function request(method, params)
  local answers, failure = vim.lsp.buf_request_sync(0, method, params, 10000)
  if failure then error(method .. ': ' .. failure) end
  local _, answer = next(answers)
  return answer.result
end

local function play()
  -- `before-0.11.lua` has started the server.
  wait('the first diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
  local id = next(vim.lsp.buf_get_clients(0))
  seen.first = diagnostics()
  seen.version = tostring(vim.version().major) .. '.' .. tostring(vim.version().minor)
  seen.sync = vim.lsp.get_client_by_id(id).resolved_capabilities.text_document_did_change

  vim.fn.search('wait(200)')
  seen.hover = request('textDocument/hover', vim.lsp.util.make_position_params()).contents.value

  vim.fn.search('Math.random', 'w')
  local params = vim.lsp.util.make_range_params()
  params.context = { diagnostics = vim.lsp.diagnostic.get_line_diagnostics() }
  local actions = request('textDocument/codeAction', params)
  seen.actions = vim.tbl_map(function(action) return action.title end, actions)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16')
  wait('the end of the diagnostic', function() return #vim.diagnostic.get(0) == 0 end)
  seen.line = vim.fn.getline('.')

  -- What is typed is sent as a change of a range.
  vim.fn.append(0, '// @comple')
  wait('the diagnostic of what was typed', function() return #vim.diagnostic.get(0) > 0 end)
  seen.typed = diagnostics()
  vim.fn.setline(1, '// @')
  vim.fn.cursor(1, 5)
  local items = request('textDocument/completion', {
    textDocument = vim.lsp.util.make_text_document_params(),
    position = { line = 0, character = 4 },
  })
  seen.items = vim.tbl_map(function(item) return item.label end, items)

  vim.lsp.stop_client(id)
  wait('the end of the server', function() return vim.lsp.client_is_stopped(id) end)
end

local is_good, failure = pcall(play)
if not is_good then seen.failure = failure end
io.stdout:write('\nSEEN ' .. vim.fn.json_encode(seen) .. '\n')
vim.cmd(is_good and 'qall!' or 'cquit!')
